// Runs inside a network namespace and forwards a Unix socket to a loopback port there. Unix sockets are not part of
// the network, so a test outside can reach a browser inside.
import { connect, createServer } from "node:net";

const [, , path, port] = process.argv;
const server = createServer((outside) => {
  const inside = connect(Number(port), "127.0.0.1");
  outside.pipe(inside).pipe(outside);
  for (const side of [outside, inside]) {
    side.on("error", () => {
      outside.destroy();
      inside.destroy();
    });
  }
});
server.listen(path, () => process.stdout.write("open\n"));
