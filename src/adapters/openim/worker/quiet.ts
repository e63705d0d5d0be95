/**
 * Turns off `console.log` and `console.info` in a worker. The wasm and the database ignore their log level and
 * print, among other things, the IM token. Warnings and errors stay.
 */
console.log = () => {};
console.info = () => {};
