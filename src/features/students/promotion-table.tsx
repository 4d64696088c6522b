import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import type { PromotedClassView, PromotionView } from './student.queries.ts'

/** Other choices than those of the plan, by class. */
export type ClassChoices = ReadonlyMap<number, Pick<PromotedClassView, 'action' | 'to'>>

/** Classes that are shown at first: a district may have thousands. */
const FIRST = 200

/** A class with the user's choice. */
export function chosen(one: PromotedClassView, choices: ClassChoices): PromotedClassView {
  return { ...one, ...choices.get(one.orgId) }
}

type PromotionTableProps = { plan: PromotionView; choices: ClassChoices; onChoices(choices: ClassChoices): void }

/** What becomes of each class, with a choice among the classes of its school. */
export function PromotionTable({ plan, choices, onChoices }: PromotionTableProps) {
  const [all, setAll] = useState(false)
  const beside = Map.groupBy(plan.classes, ({ parentId }) => parentId)
  const shown = all ? plan.list : plan.list.slice(0, FIRST)
  const choose = (one: PromotedClassView, value: string) => {
    const next = new Map(choices)
    if (value === selected(one)) next.delete(one.orgId)
    else next.set(one.orgId, choiceOf(value))
    onChoices(next)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="overflow-x-auto rounded-md border border-line">
        <table className="w-full text-left">
          <thead className="bg-head text-muted text-sm">
            <tr>
              <th className="px-3 py-2 font-normal">{m.student_school()}</th>
              <th className="px-3 py-2 font-normal">{m.promotion_class()}</th>
              <th className="px-3 py-2 text-right font-normal">{m.promotion_count()}</th>
              <th className="px-3 py-2 font-normal">{m.promotion_becomes()}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.orgId} className="border-line border-t">
                <td className="px-3 py-1.5">{one.school}</td>
                <td className="px-3 py-1.5">{one.name}</td>
                <td className="px-3 py-1.5 tabular text-right">{formatCount(one.count)}</td>
                <td className="px-3 py-1.5">
                  <NativeSelect
                    size="sm"
                    className="w-full min-w-44"
                    aria-label={m.promotion_becomesOf({ name: one.name })}
                    items={optionsOf(one, beside.get(one.parentId) ?? [])}
                    value={selected(chosen(one, choices))}
                    onChange={(value) => choose(one, value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < plan.list.length && (
        <Button className="self-center" onClick={() => setAll(true)}>
          {m.promotion_all({ count: formatCount(plan.list.length) })}
        </Button>
      )}
    </div>
  )
}

const selected = ({ action, to }: Pick<PromotedClassView, 'action' | 'to'>) => (action === 'move' ? `${to}` : action)

function choiceOf(value: string): Pick<PromotedClassView, 'action' | 'to'> {
  if (value === 'create' || value === 'stay' || value === 'graduate') return { action: value, to: null }
  return { action: 'move', to: Number(value) }
}

function optionsOf(one: PromotedClassView, beside: PromotionView['classes']) {
  return [
    ...(one.action === 'create' ? [{ value: 'create', label: m.promotion_create({ name: one.toName }) }] : []),
    {
      value: 'stay',
      label:
        one.toName !== '' && one.action === 'stay' ? m.promotion_stayMissing({ name: one.toName }) : m.promotion_stay(),
    },
    { value: 'graduate', label: m.promotion_graduate() },
    ...beside.filter(({ id }) => id !== one.orgId).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
