import { type AnyRouter, Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { NO_VIEW } from '#src/crud/query/list-search.ts'
import { pagePlaceOf } from '#src/layout/place.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'

type ListLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** The menu path of the list. */
  menu: string
  /** The list shows exactly the rows that match. Without it, all rows. */
  filter?: FilterTree | undefined
  /** The whole search of the list, in place of a filter. */
  search?: Record<string, unknown>
}

/** The look of a link in a sentence: it differs from the words around it by more than its colour. */
export const textLink = 'underline decoration-current/40 underline-offset-4 hover:decoration-current'

/** A link to a list that shows certain rows, whatever the user has searched there last. */
export function ListLink({ menu, filter, search, ...rest }: ListLinkProps) {
  const { to } = pagePlaceOf(`/admin/${menu}`)
  // The user's default view would hide rows that the link is about.
  return <Link<AnyRouter, string, string> {...rest} to={to} search={search ?? { view: NO_VIEW, filter }} />
}
