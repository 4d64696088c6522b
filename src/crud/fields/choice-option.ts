import { m } from '#src/i18n/paraglide/messages.js'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { ChoiceOption } from '#src/ui/option.ts'

/** A choice of a relation for a control. An account has its picture, its organization, and a tag while it is locked. */
export function choiceOption({ value, label, hint, person }: SelectOption): ChoiceOption {
  const plain = { value: String(value), label, hint }
  if (!person) return plain
  const { avatar, organization, locked } = person
  return { ...plain, picture: avatar, detail: organization, mark: locked ? m.account_locked() : undefined }
}
