import { halfWidth } from '#src/lib/any-width.ts'
import type { Comparison } from './role.queries.ts'

/** What a comparison shows: all permissions, those that only one of the roles grants, or those that both do. */
export type Part = 'all' | 'first' | 'second' | 'both'

type Group = Comparison['groups'][number]
type Compared = Pick<Comparison, 'groups'> & { roles: readonly { id: number }[] }

/** The permissions of a part whose titles or names contain the words, by menu. */
export function comparedGroups({ roles, groups }: Compared, part: Part, search: string): Group[] {
  const words = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  return groups.flatMap((group) => {
    const rules = group.rules.filter((rule) => {
      const text = plain(`${group.title} ${rule.title} ${rule.name}`)
      return (part === 'all' || partOf(roles, rule.roles) === part) && words.every((word) => text.includes(word))
    })
    return rules.length > 0 ? [{ ...group, rules }] : []
  })
}

/** How many permissions each part has. */
export function partCounts({ roles, groups }: Compared): Record<Part, number> {
  const parts = groups.flatMap((group) => group.rules.map((rule) => partOf(roles, rule.roles)))
  const count = (part: Part) => parts.filter((one) => one === part).length
  return { all: parts.length, first: count('first'), second: count('second'), both: count('both') }
}

function partOf([first, second]: Compared['roles'], granting: readonly number[]): Part {
  const [one, other] = [first, second].map((role) => role !== undefined && granting.includes(role.id))
  return one && other ? 'both' : one ? 'first' : 'second'
}

function plain(text: string): string {
  return halfWidth(text).toLowerCase()
}
