/** The machines that the tests of the tools use. */
export { fetcher } from "./fetcher.ts";
export { form } from "./form.ts";
export { trafficLight } from "./traffic-light.ts";
