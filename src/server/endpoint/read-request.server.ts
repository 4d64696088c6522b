import * as v from 'valibot'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { readJson } from '../body.server.ts'
import type { ApiContext } from '../context.server.ts'
import { AppError } from '../errors.server.ts'
import { parsed } from '../parsed.server.ts'

/** A schema of parameters: an object of them by name. */
export type ParameterSchema = v.GenericSchema & { readonly entries: v.ObjectEntries }

/** The parameters of the URL. @throws AppError 400 with `errors` by parameter */
export function readQuery(c: ApiContext, schema: ParameterSchema): unknown {
  const given: Record<string, unknown> = c.req.query()
  for (const name of Object.keys(schema.entries)) {
    if (!name.endsWith('[]')) continue
    // Clients write a list as `ids[]=1&ids[]=2` or as `ids=1,2`.
    const short = name.slice(0, -2)
    given[name] = c.req.queries(name) ?? c.req.query(short)?.split(',') ?? []
    delete given[short]
  }
  return parameters(schema, given)
}

/** The parameters in the path. @throws AppError 400 with `errors` by parameter */
export function readSegments(c: ApiContext, schema: ParameterSchema): unknown {
  return parameters(schema, c.req.param())
}

function parameters(schema: ParameterSchema, given: unknown): unknown {
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const errors: Record<string, string[]> = {}
  for (const [path, messages] of Object.entries(fieldErrors(result.issues))) {
    const name = /^[^.[]*/.exec(path)?.[0] ?? path
    errors[name] ??= messages
  }
  throw new AppError(400, undefined, { errors })
}

/** The JSON body. @throws AppError 422 with `errors` by field; 400, 413, 415 when it is no JSON object */
export async function readBodyAs(c: ApiContext, schema: v.GenericSchema): Promise<unknown> {
  return parsed(schema, await readJson(c))
}
