import { searchId, searchOneOf, searchReader, searchText } from '#src/lib/search-fields.ts'

export const designerTabs = ['design', 'preview', 'changes'] as const
export type DesignerTab = (typeof designerTabs)[number]

/**
 * What a design begins with: the key of a screen, a row of the log, a table, or a file that was read in this browser
 * tab. Without any, it is new.
 */
export type DesignerSearch = { key?: string; log?: number; table?: string; file?: string; tab?: DesignerTab }

/** Reads the address of the designer. */
export const designerSearch = searchReader<DesignerSearch>({
  key: searchText,
  log: searchId,
  table: searchText,
  file: searchText,
  tab: searchOneOf(designerTabs),
})
