import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { nicknameRule, signatureRule } from './own-account.schema.ts'
import { OwnProfileForm, type VersionedValues } from './own-profile-form.tsx'

/** The user's name and signature, and the version of the account that has them. */
export type SavedName = { nickname: string; signature: string; version: number }

const schema = v.object({ nickname: nicknameRule, signature: signatureRule })
const stored = v.object({ nickname: v.string(), signature: v.string(), version: v.number() })

const storedOf = ({
  nickname,
  signature,
  version,
}: SavedName): VersionedValues<{ nickname: string; signature: string }> => ({
  values: { nickname, signature },
  version,
})

export type NameFormProps = {
  side: Side
  person: SavedName & { username: string }
  send(name: SavedName, idempotencyKey: string): Promise<SavedName>
  /** Shows the saved name wherever the user's name stands. */
  onSaved(saved: SavedName): void
}

/** Changes the name that the user is shown with, and the signature. */
export function NameForm({ side, person, send, onSaved }: NameFormProps) {
  return (
    <OwnProfileForm
      side={side}
      person={storedOf(person)}
      schema={schema}
      send={async (values, version, key) => storedOf(await send({ ...values, version }, key))}
      read={(current) => storedOf(v.parse(stored, current))}
      onSaved={({ values, version }) => onSaved({ ...values, version })}
      conflict={(name, value) => ({
        text: name === 'nickname' ? m.profile_conflict({ name: value }) : m.profile_signatureConflict({ text: value }),
        take: m.profile_takeTheirs({ name: value }),
      })}
    >
      {({ control, errorsOf }) => (
        <>
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
        </>
      )}
    </OwnProfileForm>
  )
}
