import type { ClassPapers } from '#src/features/exam-data/exam-data.queries.ts'

/** A class of this size in two subjects: Chinese of 150 for all, physics of 100 for the combination P. */
export function classOf(size: number, papers: ClassPapers['candidates'][number]['papers'] = [null, null]): ClassPapers {
  return {
    exam: { id: 1, name: 'Midterm', state: 'collecting', held: true, deadline: null, step: 50 },
    subjects: [
      { id: 11, name: 'Chinese', fullMark: 15000 },
      { id: 12, name: 'Physics', fullMark: 10000 },
    ],
    sits: { everyone: [11], combos: [{ name: 'P', subjectIds: [12] }] },
    candidates: Array.from({ length: size }, (_, at) => ({
      id: at + 1,
      number: `N${at + 1}`,
      name: `Pupil ${at + 1}`,
      combo: at === 1 ? '' : 'P',
      papers: [...papers],
      waiting: [],
    })),
  }
}
