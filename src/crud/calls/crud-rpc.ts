import type { Json } from '#src/lib/json.ts'
import { keptCode } from '#src/lib/line.ts'

type Functions = typeof import('./crud.functions.ts')

// The server functions of resources load with the first call. Every page contains the routes of all lists, and a list
// arrives with its first rows.
const functions = keptCode(() => import('./crud.functions.ts'))

type Options<K extends keyof Functions> = Parameters<Functions[K]>[0]

type Written<T> = { data: T; msg: string }

// Seam: responses are JSON, and the API contract defines their shape. The caller names the type from the contract.

export async function crudGet<T = Json>(options: Options<'crudGetFunction'>): Promise<T> {
  return (await (await functions()).crudGetFunction(options)) as T
}
export async function crudPost<T = Json>(options: Options<'crudPostFunction'>): Promise<Written<T>> {
  return (await (await functions()).crudPostFunction(options)) as Written<T>
}
export async function crudDelete<T = Json>(options: Options<'crudDeleteFunction'>): Promise<Written<T>> {
  return (await (await functions()).crudDeleteFunction(options)) as Written<T>
}
