import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Json, JsonObject } from '#src/lib/json.ts'

/**
 * Converts the input of valibot schemas to JSON Schema 2020-12. Named definitions are kept in the document's
 * components.
 */
export class SchemaBook {
  readonly components: JsonObject = {}
  readonly #named: Record<string, v.GenericSchema>

  /** @param named schemas that are referred to by name, including recursive ones */
  constructor(named: Record<string, v.GenericSchema>) {
    this.#named = named
    for (const [name, schema] of Object.entries(named)) {
      // A definition contains the schema itself, not a reference to itself.
      const { [name]: _self, ...others } = named
      this.components[name] = this.#convert(schema, others, name)
    }
  }

  /** The schema as a JSON object. Recursive parts become references. */
  of(schema: v.GenericSchema): JsonObject {
    const inside = insideJson(schema)
    const content = inside && { contentMediaType: 'application/json', contentSchema: this.of(inside) }
    return { ...this.#convert(schema, this.#named), ...content }
  }

  #convert(schema: v.GenericSchema, definitions: Record<string, v.GenericSchema>, owner?: string): JsonObject {
    const converted = toJsonSchema(schema, {
      target: 'draft-2020-12',
      typeMode: 'input',
      // Checks by a function have no JSON Schema. The facts of the operation describe them.
      errorMode: 'ignore',
      definitions,
      overrideRef: ({ referenceId }) => `#/components/schemas/${this.#idOf(referenceId, owner)}`,
    })
    const { $schema, $defs, ...rest } = plain(converted)
    for (const [id, one] of Object.entries(isObject($defs) ? $defs : {})) {
      const name = this.#idOf(id, owner)
      if (!(id in this.#named) && !(name in this.components)) this.components[name] = one
    }
    return rest
  }

  /** The converter numbers recursive parts. The numbers are unique only within one schema. */
  #idOf(id: string, owner = 'Part'): string {
    return /^\d+$/.test(id) ? `${owner}${id}` : id
  }
}

/** The schema of the JSON inside a text, for example in the filter of a list. Undefined when the text is not JSON. */
function insideJson(schema: v.GenericSchema): v.GenericSchema | undefined {
  if ('wrapped' in schema && isSchema(schema.wrapped)) return insideJson(schema.wrapped)
  const steps: unknown[] = 'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe : []
  const at = steps.findIndex((step) => isStep(step) && step.type === 'parse_json')
  return at < 0 ? undefined : steps.slice(at).find(isSchema)
}

function isStep(value: unknown): value is { kind: string; type: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && 'type' in value
}

function isSchema(value: unknown): value is v.GenericSchema {
  return isStep(value) && value.kind === 'schema'
}

/**
 * The converter's result as JSON, without contradictions: an integer may arrive as text, but its type is only integer.
 */
function plain(schema: unknown): JsonObject {
  const json: Json = JSON.parse(JSON.stringify(schema))
  const mended = mend(json)
  if (!isObject(mended)) throw new Error('a JSON Schema is an object')
  return mended
}

function mend(json: Json): Json {
  if (Array.isArray(json)) return json.map(mend)
  if (!isObject(json)) return json
  const { anyOf, ...rest } = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, mend(value)]))
  return anyOf === undefined || rest.type === 'integer' ? rest : { anyOf, ...rest }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
