import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { genders } from '#src/lib/genders.ts'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Input } from '#src/ui/input.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { birthdayRule, mottoRule, nicknameRule } from './own-account.schema.ts'
import { OwnProfileForm, type VersionedValues } from './own-profile-form.tsx'

const MOTTO = 120

/** What members say of themselves, and the version of the account that has it. */
export type SavedProfile = {
  nickname: string
  signature: string
  gender: number
  birthday: string | null
  version: number
}

type Values = { nickname: string; gender: string; birthday: string; signature: string }

const schema = v.object({
  nickname: nicknameRule,
  gender: v.string(),
  birthday: v.union([v.literal(''), birthdayRule]),
  signature: mottoRule,
})
const stored = v.object({
  nickname: v.string(),
  signature: v.string(),
  gender: v.number(),
  birthday: v.nullable(v.string()),
  version: v.number(),
})

const storedOf = ({ version, gender, birthday, nickname, signature }: SavedProfile): VersionedValues<Values> => ({
  values: { nickname, gender: String(gender), birthday: birthday ?? '', signature },
  version,
})

const savedOf = ({ values, version }: VersionedValues<Values>): SavedProfile => ({
  ...values,
  gender: Number(values.gender),
  birthday: values.birthday || null,
  version,
})

type MemberProfileFormProps = {
  person: SavedProfile & { username: string }
  timeZone: string
  send(profile: SavedProfile, idempotencyKey: string): Promise<SavedProfile>
  /** Shows what was saved wherever it stands. */
  onSaved(saved: SavedProfile): void
}

/** Changes the name that a member is shown with, gender, birthday and motto. */
export function MemberProfileForm({ person, timeZone, send, onSaved }: MemberProfileFormProps) {
  return (
    <OwnProfileForm<Values>
      side="user"
      person={storedOf(person)}
      schema={schema}
      send={async (values, version, key) => storedOf(await send(savedOf({ values, version }), key))}
      read={(current) => storedOf(v.parse(stored, current))}
      onSaved={(saved) => onSaved(savedOf(saved))}
      conflict={(name, value) => {
        const text = shown(name, value)
        return {
          text: m.profile_fieldConflict({ label: labels[name](), text }),
          take: m.profile_takeTheirs({ name: text }),
        }
      }}
    >
      {({ values, set, control, errorsOf }) => (
        <>
          <FormField
            label={labels.nickname()}
            hint={m.profile_nicknameHint({ username: person.username })}
            errors={errorsOf('nickname')}
            required
          >
            <Input {...control('nickname')} autoComplete="nickname" />
          </FormField>
          <FieldGroup label={labels.gender()}>
            <RadioGroup
              items={genders.map(({ value, label }) => ({ value: String(value), label: label() }))}
              value={values.gender}
              onChange={(value) => set('gender', value)}
            />
          </FieldGroup>
          <FormField label={labels.birthday()} errors={errorsOf('birthday')}>
            <DateInput
              name="birthday"
              value={values.birthday || null}
              onBlur={control('birthday').onBlur}
              onChange={(day) => set('birthday', day ?? '')}
              timeZone={timeZone}
              autoComplete="bday"
            />
          </FormField>
          <FormField
            label={labels.signature()}
            hint={m.profile_characters({ count: [...values.signature].length, max: MOTTO })}
            errors={errorsOf('signature')}
          >
            <Textarea {...control('signature')} autoComplete="off" />
          </FormField>
        </>
      )}
    </OwnProfileForm>
  )
}

const labels: Readonly<Record<keyof Values, () => string>> = {
  nickname: m.profile_nickname,
  gender: m.member_gender,
  birthday: m.member_birthday,
  signature: m.member_motto,
}

function shown(name: keyof Values, value: string): string {
  const gender = name === 'gender' && genders.find((one) => String(one.value) === value)
  return gender ? gender.label() : value
}
