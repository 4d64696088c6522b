import type { Design } from './design.schema.ts'

/** What changes of the description. */
export type ScreenChange = Partial<Design['description']>

/** What the groups of the properties of a screen need. */
export type ScreenPart = { at(path: string): string[]; put(patch: ScreenChange, step?: string): void }
