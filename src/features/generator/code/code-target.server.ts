import type { Description } from '#src/resource/description.ts'
import type { CodePlaces } from './written-code.server.ts'

/** A resource that relations of generated code point to. */
export type CodeTarget = {
  key: string
  tableName: string
  places: CodePlaces
  description: Description
  /** The fields that are columns of its own table. */
  columns: ReadonlySet<string>
  /** Which rows an actor sees; `own`: what its code says. */
  scope: 'unscoped' | 'organizations' | 'own' | { readonly organization: string }
  /** It is in the database alone, so its own code has to come first. */
  stored: boolean
}
