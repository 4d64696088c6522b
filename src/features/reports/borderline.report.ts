import type { RunLine } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Block, BlockRow } from './blocks.ts'
import { lineHeading, lineName, lineNote } from './lines.report.ts'
import { inMarks, type NearLine, type NearPupil, type NearPupils, type ReportFacts } from './report.facts.ts'

/** Why a report has no single pupils. */
const missing = {
  subjects: m.report_nearSubjects,
  groups: m.report_nearGroups,
  gone: m.report_nearGone,
  scope: m.report_nearScope,
} as const

/** Report 5: who is close to a line, and which subject would help. */
export function borderlineReport(facts: ReportFacts): Block[] {
  const { run, pupils } = facts
  if (run.lines.length === 0) return [{ kind: 'note', tone: 'fact', text: m.report_noLines() }]
  const read = pupils ?? 'scope'
  if (typeof read === 'string') return [{ kind: 'note', tone: 'fact', text: missing[read]() }]
  const blocks = read.lines.flatMap((near) => {
    const line = run.lines[near.line]
    return line ? lineBlocks(facts, line, near, read) : []
  })
  const partly: Block[] = read.isPart ? [{ kind: 'note', tone: 'fact', text: m.report_nearPartly() }] : []
  const isTold = read.named && read.lines.some(({ pupils: listed }) => listed.length > 0)
  const told: Block[] = isTold ? [{ kind: 'note', tone: 'fact', text: m.report_nearTold() }] : []
  return [...partly, ...told, ...blocks, { kind: 'note', tone: 'advice', text: m.report_adviceNear() }]
}

function lineBlocks(facts: ReportFacts, line: RunLine, near: NearLine, read: NearPupils): Block[] {
  const heading: Block = { kind: 'heading', text: lineHeading(facts, line) }
  if (line.mark === null) return [heading, lineNote(facts, near.line)]
  if (near.pupils.length === 0)
    return [heading, { kind: 'note', tone: 'fact', text: m.report_nearNobody({ marks: read.near }) }]
  return [
    heading,
    stripFigure(facts, line, line.mark, near, read),
    pupilTable(facts, line, line.mark, near, read),
    ...weakestAdvice(facts, line, line.mark, near),
  ]
}

function stripFigure(facts: ReportFacts, line: RunLine, mark: number, near: NearLine, read: NearPupils): Block {
  const name = lineName(facts, line)
  return {
    kind: 'figure',
    title: m.report_nearTitle({ line: name, unit: facts.unit.name }),
    note: mostNote(near),
    chart: {
      kind: 'strip',
      axis: m.report_total(),
      dots: near.pupils.map(({ key, number, name: own, total }) => ({
        key,
        name: `${number} ${own}`,
        value: total / 100,
      })),
      line: { value: mark / 100, label: name },
      near: read.near,
    },
    table: {
      columns: [
        { key: 'side', label: m.report_nearSide() },
        { key: 'count', label: m.report_pupils(), number: {} },
      ],
      rows: [
        { key: 'reached', cells: [m.report_nearReached(), near.reached] },
        { key: 'below', cells: [m.report_nearBelow(), near.below] },
      ],
    },
  }
}

/** Where not all of them are listed, it is said. */
function mostNote({ below, reached, pupils }: NearLine): string | undefined {
  const all = below + reached
  return pupils.length < all ? m.report_nearMost({ all, shown: pupils.length }) : undefined
}

function pupilTable(facts: ReportFacts, line: RunLine, mark: number, near: NearLine, { among }: NearPupils): Block {
  const { unit } = facts
  const withClass = unit.kind !== 'class'
  const weak = (one: NearPupil, at: number) => {
    const found = one.subjects[at]
    return found ? [facts.subjects.get(found.subject) ?? '', found.distance] : ['', '']
  }
  const distance = { label: m.report_fromOwnLevel(), number: { digits: 2 } }
  return {
    kind: 'table',
    title: m.report_nearPupils({ line: lineName(facts, line) }),
    note: m.report_nearNote({ among }),
    table: {
      columns: [
        { key: 'number', label: m.candidate_number() },
        { key: 'name', label: m.candidate_name() },
        ...(withClass ? [{ key: 'class', label: m.candidate_org() }] : []),
        { key: 'total', label: m.report_total(), number: {} },
        { key: 'gap', label: m.report_gap(), number: {} },
        { key: 'weakest', label: m.report_weakest() },
        { key: 'weakestBy', ...distance },
        { key: 'next', label: m.report_nextWeakest() },
        { key: 'nextBy', ...distance },
      ],
      rows: near.pupils
        .toSorted((one, other) => other.total - one.total)
        .map(
          (one): BlockRow => ({
            key: one.key,
            cells: [
              one.number,
              one.name,
              ...(withClass ? [one.place] : []),
              inMarks(one.total),
              (one.total - mark) / 100,
              ...weak(one, 0),
              ...weak(one, 1),
            ],
          }),
        ),
    },
  }
}

/** The subject that most of those below the line are weakest in. */
function weakestAdvice(facts: ReportFacts, line: RunLine, mark: number, { pupils }: NearLine): Block[] {
  const below = pupils.filter(({ total }) => total < mark)
  const counts = Map.groupBy(
    below.flatMap(({ subjects: [weakest] }) => weakest?.subject ?? []),
    (subject) => subject,
  )
  const [most] = [...counts].sort(([, one], [, other]) => other.length - one.length)
  if (!most || most[1].length < 2) return []
  const text = m.report_adviceWeakest({
    line: lineName(facts, line),
    subject: facts.subjects.get(most[0]) ?? '',
    count: most[1].length,
    all: below.length,
  })
  return [{ kind: 'note', tone: 'advice', text }]
}
