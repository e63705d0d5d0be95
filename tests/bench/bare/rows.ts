/** All rows as static text, for the browser alone to scroll: `?count=5000`, `&end` to begin at the last one. */
const options = new URLSearchParams(location.search);
const box = document.querySelector("#rows");
if (!box) throw new Error("rows.html has no #rows");

for (let index = 0; index < Number(options.get("count")); index += 1) {
  const row = document.createElement("p");
  row.textContent = `#${index} A line as long as people write them`;
  box.append(row);
}
if (options.has("end")) box.scrollTop = box.scrollHeight;
