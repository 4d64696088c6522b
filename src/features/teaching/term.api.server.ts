import { eq, sql } from 'drizzle-orm'
import { varchar } from 'drizzle-orm/pg-core'
import { siteToday } from '#src/db/current-term.server.ts'
import { term } from '#src/db/teaching.table.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row, Writing } from '#src/server/crud/resource.server.ts'
import { usualName } from './term.name.ts'
import { termRules } from './term.rules.server.ts'
import { type TermForm, termDescription } from './term.schema.ts'
import { termSynonyms } from './term.synonyms.server.ts'

/** The terms. Everybody who may read them sees all of them. */
export const termResource = compileResource({
  description: termDescription,
  synonyms: termSynonyms,
  table: term,
  scope: 'unscoped',
  computed: {
    // The last one that has begun is the current one, also in the holidays after it.
    state: computed(
      varchar({ length: 8 }).notNull(),
      ({ since }) => sql`case when ${since} > ${siteToday} then 'upcoming'
        when exists (select from term later where later.since > ${since} and later.since <= ${siteToday}) then 'past'
        else 'current' end`,
    ),
  },
  uniqueFields: { term_number_key: 'number' },
  async check(db, values, row) {
    const [errors = {}] = await termRules(db, [{ values, row }])
    return errors
  },
  checkRows: termRules,
  write: { add, edit },
})

/** Adds a term. Without a name, it gets the usual one. */
async function add({ tx }: Writing, values: TermForm): Promise<number> {
  const name = values.name || usualName(values.schoolYear, values.number)
  const [added] = await tx
    .insert(term)
    .values({ ...values, name })
    .returning({ id: term.id })
  return Number(added?.id)
}

/** Changes a term. An emptied name becomes the usual one. */
async function edit({ tx }: Writing, row: Row, values: Partial<TermForm>): Promise<void> {
  const { schoolYear, number } = { ...row, ...values }
  const name = values.name === '' ? { name: usualName(Number(schoolYear), Number(number)) } : {}
  await tx
    .update(term)
    .set({ ...values, ...name })
    .where(eq(term.id, row.id))
}

export const termApi = crud(termResource)
