import type { Ref } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { Choices, Difference, MergeChoice } from './merge.ts'

type ConflictProps = {
  found: readonly Difference[]
  choices: Choices
  onChoose(choices: Choices): void
  base: FormValues
  mine: FormValues
  theirs: FormValues
  labels: Labels
  ref?: Ref<HTMLDivElement>
}

/** Shows two versions of a row, field by field where they differ. The user chooses between them. */
export function Conflict({ found, choices, onChoose, ref, ...versions }: ConflictProps) {
  const all = (choice: MergeChoice) => onChoose(Object.fromEntries(found.map(({ field }) => [field.name, choice])))
  if (found.length === 0)
    return (
      <Banner ref={ref} tone="info">
        {m.conflict_same()}
      </Banner>
    )
  return (
    <div className="flex flex-col gap-3">
      <Banner ref={ref} tone="warning">
        <p className="font-medium">{m.conflict_title()}</p>
        <p>{m.conflict_text()}</p>
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => all('mine')}>
          {m.conflict_allMine()}
        </Button>
        <Button size="sm" onClick={() => all('theirs')}>
          {m.conflict_allTheirs()}
        </Button>
      </div>
      {found.map((difference) => (
        <FieldChoice
          key={difference.field.name}
          difference={difference}
          choice={choices[difference.field.name]}
          onChoose={(choice) => onChoose({ ...choices, [difference.field.name]: choice })}
          {...versions}
        />
      ))}
    </div>
  )
}

type FieldChoiceProps = Omit<ConflictProps, 'found' | 'choices' | 'onChoose' | 'ref'> & {
  difference: Difference
  choice: MergeChoice | undefined
  onChoose(choice: MergeChoice): void
}

function FieldChoice({ difference: { field, by }, choice, onChoose, base, mine, theirs, labels }: FieldChoiceProps) {
  const { timeZone } = useKit()
  const text = (values: FormValues) => valueText(field, values[field.name], { labels, timeZone }) || m.crud_none()
  const who = { both: m.conflict_byBoth, mine: m.conflict_byMine, theirs: m.conflict_byTheirs }[by]()
  const option = (value: MergeChoice, title: string, content: string) => (
    <label
      className={cx(
        'flex min-w-0 items-start gap-2 rounded-md border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent-solid',
        choice === value ? 'border-accent-solid bg-accent-soft' : 'border-line-strong hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name={`conflict-${field.name}`}
        checked={choice === value}
        onChange={() => onChoose(value)}
        className="mt-1 shrink-0 outline-none"
      />
      <span className="min-w-0">
        <span className="block text-xs text-muted">{title}</span>
        <span className="block whitespace-pre-wrap">{content}</span>
      </span>
    </label>
  )
  return (
    <fieldset className="rounded-lg border border-line px-3 pt-1 pb-3">
      <legend className="px-1 text-sm">
        <span className="font-medium">{labelText(field.label)}</span>
        <span className="ml-2 text-muted">{who}</span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {option('mine', m.conflict_mine(), text(mine))}
        {option('theirs', m.conflict_theirs(), text(theirs))}
      </div>
      {by === 'both' && <p className="mt-1.5 text-sm text-muted">{m.conflict_original({ value: text(base) })}</p>}
    </fieldset>
  )
}
