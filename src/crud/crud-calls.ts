type Functions = typeof import('./crud.functions.ts')

// The server functions of resources, loaded with the first call: a list comes with its first rows, and the routes of all
// lists are in every page.
const functions = () => import('./crud.functions.ts')

type Options<K extends keyof Functions> = Parameters<Functions[K]>[0]

export const crudIndex = async (options: Options<'crudIndex'>) => (await functions()).crudIndex(options)
export const crudRow = async (options: Options<'crudRow'>) => (await functions()).crudRow(options)
export const crudSelect = async (options: Options<'crudSelect'>) => (await functions()).crudSelect(options)
export const crudPost = async (options: Options<'crudPost'>) => (await functions()).crudPost(options)
export const crudDelete = async (options: Options<'crudDelete'>) => (await functions()).crudDelete(options)
