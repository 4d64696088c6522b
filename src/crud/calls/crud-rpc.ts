import type { Json } from '#src/lib/json.ts'

type Functions = typeof import('./crud.functions.ts')

// The server functions of resources, loaded with the first call: a list comes with its first rows, and the routes of all
// lists are in every page.
const functions = () => import('./crud.functions.ts')

type Options<K extends keyof Functions> = Parameters<Functions[K]>[0]

type Written<T> = { data: T; msg: string }

// Seam: answers are JSON, whose shape is the contract's to say. Whoever calls names the type that it describes.

export async function crudGet<T = Json>(options: Options<'crudGetFunction'>): Promise<T> {
  return (await (await functions()).crudGetFunction(options)) as T
}
export async function crudPost<T = Json>(options: Options<'crudPostFunction'>): Promise<Written<T>> {
  return (await (await functions()).crudPostFunction(options)) as Written<T>
}
export async function crudDelete<T = Json>(options: Options<'crudDeleteFunction'>): Promise<Written<T>> {
  return (await (await functions()).crudDeleteFunction(options)) as Written<T>
}
