import type { Estimate } from "validator-wasm";

/** An estimate request that the rules accept. */
export const estimate: Estimate = {
  firstName: "Jane",
  lastName: "Doe",
  phone: "404-555-0123",
  email: "jane.doe@gmail.com",
  address: "12 Oak Street, Decatur, GA",
  service: "Tree Removal",
  urgency: "routine",
  message: "The big white oak leans over the garage.",
};
