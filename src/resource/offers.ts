import { verbsOf } from './registry.ts'

type Described = Parameters<typeof verbsOf>[0] & { readonly sortable?: true; readonly noImport?: true }

const NOTHING = {
  add: false,
  edit: false,
  del: false,
  save: false,
  history: false,
  deleted: false,
  restore: false,
  sort: false,
} as const

/**
 * What a resource offers, from its verbs. Endpoints, OpenAPI operations and buttons all ask here. Who
 * may use an offer is another question: `nodesOf` has the permission nodes.
 */
export function offersOf(resource: Described) {
  if (resource.importNode) return { ...NOTHING, read: false, import: true, importUndo: true } as const
  const verbs = verbsOf(resource)
  const [add, edit, del] = [verbs.includes('add'), verbs.includes('edit'), verbs.includes('del')]
  const imports = !resource.noImport && (add || edit)
  return {
    read: true,
    add,
    edit,
    del,
    save: add || edit,
    import: imports,
    /** Taking an import back: added rows are deleted, changed ones get their earlier values. */
    importUndo: imports && (edit || (add && del)),
    /** Rows change here. The rows of a log do not, so they have no history. */
    history: add || edit || del,
    /** The list of deleted rows, from where they can be brought back. */
    deleted: add && del,
    /** Bringing back a deleted row, or earlier values of a row. */
    restore: edit || (add && del),
    sort: edit && resource.sortable === true,
  } as const
}

export type Offer = keyof ReturnType<typeof offersOf>
