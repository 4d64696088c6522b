type Functions = typeof import('./crud.functions.ts')

// The server functions of resources, loaded with the first call: a list comes with its first rows, and the routes of all
// lists are in every page.
const functions = () => import('./crud.functions.ts')

type Options<K extends keyof Functions> = Parameters<Functions[K]>[0]

export const crudGet = async (options: Options<'crudGet'>) => (await functions()).crudGet(options)
export const crudPost = async (options: Options<'crudPost'>) => (await functions()).crudPost(options)
export const crudDelete = async (options: Options<'crudDelete'>) => (await functions()).crudDelete(options)
