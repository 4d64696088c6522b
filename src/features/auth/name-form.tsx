import { useState } from 'react'
import * as v from 'valibot'
import { failureOf } from '#src/crud/calls/failure.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { nicknameRule, signatureRule } from './own-account.schema.ts'
import { OwnCard, OwnNotice } from './own-card.tsx'
import { useOwnForm } from './use-own-form.ts'

/** The user's name and signature, and the version of the account that has them. */
export type SavedName = { nickname: string; signature: string; version: number }

const schema = v.object({ nickname: nicknameRule, signature: signatureRule })
const stored = v.object({ nickname: v.string(), signature: v.string(), version: v.number() })

/** What was saved since, when the server has refused a save for it. */
function newerOf(error: unknown): SavedName | null {
  const failure = failureOf(error)
  return failure.kind === 'stale' ? v.parse(stored, failure.current) : null
}

export type NameFormProps = {
  side: Side
  person: SavedName & { username: string }
  send(name: SavedName, idempotencyKey: string): Promise<SavedName>
  /** Shows the saved name wherever the user's name stands. */
  onSaved(saved: SavedName): void
}

/** Changes the name that the user is shown with, and the signature. */
export function NameForm({ side, person, send, onSaved }: NameFormProps) {
  // What the form has started from. A name that another window saves meanwhile must not be overwritten unseen.
  const [base, setBase] = useState<SavedName>(person)
  const [theirs, setTheirs] = useState<SavedName | null>(null)
  const { dirty, notice, saving, reset, form, errorsOf, control } = useOwnForm({
    initial: { nickname: base.nickname, signature: base.signature },
    schema,
    send: async (values, idempotencyKey) => {
      const save = (version: number, key: string) => send({ ...values, version }, key)
      try {
        return await save((theirs ?? base).version, idempotencyKey)
      } catch (error) {
        const newer = newerOf(error)
        // Something else of the account has changed, which this form does not show.
        if (newer && newer.nickname === base.nickname && newer.signature === base.signature)
          return save(newer.version, randomId())
        throw error
      }
    },
    onSaved: (saved) => start(saved),
    onRefused: (error) => setTheirs(newerOf(error)),
  })
  const start = (next: SavedName) => {
    setTheirs(null)
    setBase(next)
    reset({ nickname: next.nickname, signature: next.signature })
    onSaved(next)
  }
  if (!dirty && !theirs && person.version > base.version) {
    setBase(person)
    reset({ nickname: person.nickname, signature: person.signature })
  }
  const renamed = theirs?.nickname !== base.nickname
  return (
    <OwnCard heading={m.profile_edit()}>
      <form {...form} className="flex flex-col gap-3.5">
        <OwnNotice side={side} notice={notice} />
        {theirs && (
          <Banner
            tone="warning"
            action={
              <Button size="sm" onClick={() => start(theirs)}>
                {m.profile_takeTheirs({ name: renamed ? theirs.nickname : theirs.signature })}
              </Button>
            }
          >
            {renamed
              ? m.profile_conflict({ name: theirs.nickname })
              : m.profile_signatureConflict({ text: theirs.signature })}
          </Banner>
        )}
        <FormField
          label={m.profile_nickname()}
          hint={m.profile_nicknameHint({ username: person.username })}
          errors={errorsOf('nickname')}
          required
        >
          <Input {...control('nickname')} autoComplete="nickname" />
        </FormField>
        <FormField label={m.profile_signature()} hint={m.profile_signatureHint()} errors={errorsOf('signature')}>
          <Input {...control('signature')} autoComplete="off" />
        </FormField>
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
