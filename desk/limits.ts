import api from "./openapi.json" with { type: "json" };

const { schemas } = api.components;
const { parameters } = api.paths["/api/desk/leads"].get;

/** The server's limits that the desk names, as the server describes them. */
export const LIMITS = {
  /** more leads than that are not counted */
  counted: schemas.DeskCounts.properties.now.maximum,
  noteLength: schemas.Edit.properties.note.maxLength,
  searchLength: parameters.find(({ name }) => name === "search")?.schema.maxLength,
  webhooks: schemas.DeskWebhooks.properties.webhooks.maxItems,
};
