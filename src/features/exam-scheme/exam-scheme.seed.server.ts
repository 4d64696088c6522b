import type { Db } from '#src/db/client.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { allCombinations, combinationName } from './combinations.ts'
import { type SchemeSeed, schemeSeeds } from './exam-scheme.seed-data.ts'
import { publishScheme } from './exam-scheme.service.server.ts'
import { examScheme } from './exam-scheme.table.server.ts'

/** Adds the usual schemes and publishes each once. Does nothing when schemes already exist. */
export async function seedExamSchemes(db: Db): Promise<void> {
  const [found] = await db.select({ id: examScheme.id }).from(examScheme).limit(1)
  if (found) return
  const subjects = await db.select({ id: subject.id, code: subject.code, name: subject.name }).from(subject)
  const levels = await db.select({ id: educateLevel.id, code: educateLevel.code }).from(educateLevel)
  for (const seed of schemeSeeds) {
    const level = levels.find((one) => one.code === seed.level)
    const content = contentOf(seed, subjects)
    // A scheme makes no sense when a user has deleted its level or one of its subjects.
    if (!level || !content) continue
    const [added] = await db
      .insert(examScheme)
      .values({ ...content, name: seed.name, levelId: level.id })
      .returning({ id: examScheme.id })
    if (added) await publishScheme(db, { id: added.id, note: '' })
  }
}

type Named = { id: number; code: string; name: string }

function contentOf({ name: _name, level: _level, subjects: wanted, ...rest }: SchemeSeed, known: readonly Named[]) {
  const subjects = wanted.flatMap(([code, kind, fullMark, assigned]) => {
    const found = known.find((one) => one.code === code)
    return found ? [{ subjectId: found.id, kind, fullMark, counts: 1, assigned: assigned ? 1 : 0 }] : []
  })
  if (subjects.length < wanted.length) return undefined
  const names = new Map(known.map((one) => [one.id, one.name]))
  const combinations = allCombinations({ ...rest, subjects }).map((subjectIds) => ({
    name: combinationName(subjectIds.map((id) => names.get(id) ?? '')),
    subjectIds,
  }))
  return { ...rest, subjects, combinations }
}
