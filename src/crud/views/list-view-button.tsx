import { type ListSearch, listDefaults, NO_VIEW } from '../query/list-search.ts'
import type { LayoutState } from './use-list-layout.ts'
import { useView, ViewButton } from './view-button.tsx'
import { differs, searchOfView, viewStateOf } from './views.ts'

type ListViewButtonProps = {
  resource: string
  search: ListSearch
  layout: LayoutState
  onSearch(search: ListSearch): void
}

/** The saved views of a list. */
export function ListViewButton({ resource, search, layout, onSearch }: ListViewButtonProps) {
  const view = useView(resource, search.view)
  return (
    <ViewButton
      resource={resource}
      view={view}
      changed={view !== undefined && (layout.changed || differs(view, search))}
      isPlain={!view && search.quickSearch === '' && !search.filter}
      state={viewStateOf(search, layout.layout)}
      defaults
      onOpen={(next, hasDefault) => {
        if (next) return onSearch(searchOfView(next))
        const nothing = { filter: undefined, cursor: undefined, open: undefined }
        onSearch({ ...listDefaults, ...nothing, view: hasDefault ? NO_VIEW : undefined })
      }}
      onStored={(added) => {
        layout.reset()
        if (added !== undefined) onSearch({ ...search, view: added })
      }}
    />
  )
}
