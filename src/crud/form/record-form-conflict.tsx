import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { Button } from '#src/ui/button.tsx'
import { Conflict } from './conflict.tsx'
import { type FooterPlace, FormButtons } from './form-buttons.tsx'
import { differences, firstChoices, merged } from './merge.ts'
import type { RelationLabels } from './relation-labels.ts'

type RecordFormConflictProps = {
  description: Pick<Description, 'fields'>
  versions: { base: FormValues; mine: FormValues; theirs: FormValues }
  labels: RelationLabels
  theirLabels: Labels
  footer: FooterPlace
  saving: boolean
  /** Returns to the form with the chosen values. */
  onBack(values: FormValues): void
  onSave(values: FormValues): void
}

/** Replaces the form while the user resolves a conflict. Its buttons replace the buttons of the form. */
export function RecordFormConflict({
  description,
  versions,
  labels,
  theirLabels,
  footer,
  saving,
  onBack,
  onSave,
}: RecordFormConflictProps) {
  // Keeps both sides as they were when the conflict arrived. A list that loads later must not change the choices.
  const [found] = useState(() => differences(description, versions))
  const [choices, setChoices] = useState(() => firstChoices(found))
  labels.merge(theirLabels)
  const top = useRef<HTMLDivElement>(null)
  // The pressed button is gone, and the choices follow below this element.
  useEffect(() => top.current?.focus(), [])
  const undecided = found.filter(({ field }) => choices[field.name] === undefined)
  const open = undecided.length
  /** Moves the focus to the first undecided field, which prevents saving. */
  const goToOpen = () => {
    const name = `conflict-${undecided[0]?.field.name}`
    document.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(name)}"]`)?.focus()
  }
  const result = () => merged(found, choices, versions)
  const buttons = (
    <>
      {open > 0 && <p className="mr-auto self-center text-sm text-muted">{m.conflict_open({ count: open })}</p>}
      <Button onClick={() => onBack(result())}>{m.conflict_back()}</Button>
      <Button
        variant="primary"
        loading={saving}
        aria-disabled={open > 0 || undefined}
        onClick={() => (open === 0 ? onSave(result()) : goToOpen())}
      >
        {m.conflict_save()}
      </Button>
    </>
  )
  return (
    <>
      <Conflict ref={top} found={found} choices={choices} onChoose={setChoices} labels={labels.all} {...versions} />
      <FormButtons place={footer}>{buttons}</FormButtons>
    </>
  )
}
