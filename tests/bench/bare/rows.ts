/**
 * All rows as static text, scrolled by the browser alone. `?count=5000` sets the number, `&end` starts at the last row.
 */
const options = new URLSearchParams(location.search);
const box = document.querySelector("#rows");
if (!box) throw new Error("rows.html has no #rows");

for (let index = 0; index < Number(options.get("count")); index += 1) {
  const row = document.createElement("p");
  row.textContent = `#${index} A line as long as people write them`;
  box.append(row);
}
if (options.has("end")) box.scrollTop = box.scrollHeight;
