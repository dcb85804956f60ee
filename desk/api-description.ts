import api from "./openapi.json" with { type: "json" };

const { schemas } = api.components;
const { parameters } = api.paths["/api/desk/leads"].get;

interface Schema {
  type?: string | string[];
  $ref?: string;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
}

function typesOf({ type = [], $ref, oneOf }: Schema): string[] {
  const name = $ref?.split("/").at(-1) as keyof typeof schemas | undefined;
  if (name) return typesOf(schemas[name] as Schema);
  return oneOf ? oneOf.flatMap(typesOf) : [type].flat();
}

/** The parts of the server's description that the desk needs at run time. */
export const API_DESCRIPTION = {
  limits: {
    /** the number at which the counts stop */
    counted: schemas.DeskCounts.properties.now.maximum,
    searchLength: parameters.find(({ name }) => name === "search")?.schema.maxLength,
    webhooks: schemas.DeskWebhooks.properties.webhooks.maxItems,
  },
  /** the JSON types of each field of a lead, such as "string|null" */
  leadTypes: Object.fromEntries(
    [schemas.DeskLeadState, ...schemas.DeskLead.allOf]
      .flatMap(({ properties }) => Object.entries<Schema>(properties ?? {}))
      .map(([name, schema]) => [name, typesOf(schema).join("|")]),
  ),
};
