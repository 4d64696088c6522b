import { type ReactNode, useState } from 'react'
import type * as v from 'valibot'
import { failureOf } from '#src/crud/calls/failure.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { OwnCard, OwnNotice } from './own-card.tsx'
import { useOwnForm } from './use-own-form.ts'

type Texts = Readonly<Record<string, string>>

/** What is stored, as the form writes it, and the version of the account that has it. */
export type VersionedValues<T extends Texts> = { values: T; version: number }

type FieldsApi<T extends Record<string, string>> = Pick<
  ReturnType<typeof useOwnForm<T, VersionedValues<T>>>,
  'values' | 'set' | 'control' | 'errorsOf'
>

type OwnProfileFormProps<T extends Record<string, string>> = {
  side: Side
  person: VersionedValues<T>
  schema: v.GenericSchema<T>
  send(values: T, version: number, idempotencyKey: string): Promise<VersionedValues<T>>
  /** What a refusal says is stored now. */
  read(current: unknown): VersionedValues<T>
  /** Shows what was saved wherever it stands. */
  onSaved(saved: VersionedValues<T>): void
  /** Says that another window has saved a value meanwhile, and what the button says that takes it. */
  conflict(name: keyof T & string, value: string): { text: string; take: string }
  children(fields: FieldsApi<T>): ReactNode
}

/** Changes what users say of themselves. What another window saves meanwhile is not overwritten unseen. */
export function OwnProfileForm<T extends Record<string, string>>(props: OwnProfileFormProps<T>) {
  const { side, person, schema, send, read, onSaved, conflict, children } = props
  const [base, setBase] = useState(person)
  const [theirs, setTheirs] = useState<VersionedValues<T> | null>(null)
  const newerOf = (error: unknown) => {
    const failure = failureOf(error)
    return failure.kind === 'stale' ? read(failure.current) : null
  }
  const own = useOwnForm<T, VersionedValues<T>>({
    initial: base.values,
    schema,
    send: async (values, idempotencyKey) => {
      try {
        return await send(values, (theirs ?? base).version, idempotencyKey)
      } catch (error) {
        const newer = newerOf(error)
        // Something else of the account has changed, which this form does not show.
        if (newer && differing(newer.values, base.values) === undefined) return send(values, newer.version, randomId())
        throw error
      }
    },
    onSaved: (saved) => start(saved),
    onRefused: (error) => setTheirs(newerOf(error)),
  })
  const { dirty, notice, saving, reset, form } = own
  const start = (next: VersionedValues<T>) => {
    setTheirs(null)
    setBase(next)
    reset(next.values)
    onSaved(next)
  }
  if (!dirty && !theirs && person.version > base.version) {
    setBase(person)
    reset(person.values)
  }
  const other = theirs ? differing(theirs.values, base.values) : undefined
  const said = theirs && other !== undefined ? conflict(other, theirs.values[other] ?? '') : undefined
  return (
    <OwnCard heading={m.profile_edit()}>
      <form {...form} className="flex flex-col gap-3.5">
        <OwnNotice side={side} notice={notice} />
        {theirs && said && (
          <Banner
            tone="warning"
            action={
              <Button size="sm" onClick={() => start(theirs)}>
                {said.take}
              </Button>
            }
          >
            {said.text}
          </Banner>
        )}
        {children(own)}
        <Button
          type="submit"
          variant="primary"
          loading={saving}
          disabled={!dirty && !theirs}
          className="self-start pointer-coarse:h-11"
        >
          {m.profile_saveName()}
        </Button>
      </form>
    </OwnCard>
  )
}

/** The first field of which two states have different values. */
function differing<T extends Texts>(one: T, other: T): (keyof T & string) | undefined {
  const names: (keyof T & string)[] = Object.keys(one)
  return names.find((name) => one[name] !== other[name])
}
