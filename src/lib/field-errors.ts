import type { Only } from './only.ts'

/** Messages by field path, as the contract sends them and forms show them. */
export type FieldErrors = Record<string, string[]>

/** Messages at these fields, or at cells and items of them: `subjects.2.fullMark`. */
export type ErrorsAt<TName extends string> = { readonly [K in ErrorPath<TName>]?: string[] }
type ErrorPath<TName extends string> = TName | `${TName}.${string}`

/** Errors whose fields are all among these names, also when they were written elsewhere. */
export type OnlyErrorsAt<T, TName extends string> = T & Only<T, ErrorPath<TName>>
