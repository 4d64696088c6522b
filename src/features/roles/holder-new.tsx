import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { choiceOption } from '#src/crud/fields/choice-option.ts'
import { useChoices } from '#src/crud/fields/use-choices.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { FormField } from '#src/ui/field.tsx'
import type { ChoiceOption } from '#src/ui/option.ts'
import { endOfDay, thisDay } from './last-day.ts'
import { accountChoices } from './role.queries.ts'
import type { HolderWrite } from './use-holder-write.ts'

/** Gives the role to another account, for good or until the end of a day. */
export function HolderNew({ write }: { write: HolderWrite }) {
  const { timeZone } = useKit()
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const [chosen, setChosen] = useState<ChoiceOption | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const found = useChoices(accountChoices, { text, enabled: looked })
  const items = found.options.map(choiceOption)
  const id = chosen ? Number(chosen.value) : undefined
  const refused = write.failed && write.failed.accountId === id ? [write.failed.message] : []
  const give = async () => {
    if (id === undefined) return setMissing(true)
    if (await write.grant(id, endOfDay(day, timeZone))) {
      setChosen(null)
      setDay(null)
    }
  }
  const errors = found.error ? [failureText(found.error)] : missing ? [m.rule_required()] : refused
  return (
    <div className="flex items-start gap-3 rounded-md border border-line p-3 max-sm:flex-col max-sm:items-stretch">
      <FormField label={m.role_giveTo()} errors={errors} className="min-w-0 flex-[2]">
        <Combobox
          key={chosen === null ? 'none' : 'one'}
          items={items}
          value={chosen?.value ?? null}
          selected={chosen}
          onChange={(next) => {
            setChosen(items.find(({ value }) => value === next) ?? null)
            setMissing(false)
          }}
          onSearch={setText}
          onOpen={() => setLooked(true)}
          onMore={found.hasMore ? found.more : undefined}
          loading={found.loading && looked}
        />
      </FormField>
      <FormField label={m.role_endDate()} hint={m.role_endHint()} className="min-w-0 flex-1">
        <DateInput value={day} onChange={setDay} min={thisDay(timeZone)} timeZone={timeZone} />
      </FormField>
      <Button
        variant="primary"
        className="sm:mt-6"
        loading={write.pending !== undefined && write.pending === id}
        onClick={() => void give()}
      >
        {m.role_give()}
      </Button>
    </div>
  )
}
