import type { Design } from '#src/features/generator/design.schema.ts'
import { fieldsOf } from '#src/features/generator/steps.server.ts'
import { templateErrors } from '#src/features/messages/template.rules.ts'
import { ACCOUNTS } from '#src/features/resources/runtime-table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import { checkFilter, readableIn } from './check-rows.server.ts'
import type { Complain } from './complain.ts'
import { shownName } from './module-limits.ts'

const languages = ['zh-cn', 'en'] as const

/** What is wrong with the reminders. */
export function reminderProblems(
  { reminders = [] }: ModuleManifest,
  designs: ReadonlyMap<string, Design>,
  complain: Complain,
) {
  reminders.forEach((reminder, at) => {
    const place = `reminders.${at}`
    for (const language of languages) {
      const said = { subject: reminder.subject[language], text: reminder.text[language] }
      for (const [name, [text = '']] of Object.entries(templateErrors({ event: 'module_reminder', ...said })))
        complain(`${place}.${name}.${language}`, text)
    }
    const design = designs.get(reminder.resource)
    if (!design) {
      complain(`${place}.resource`, m.module_noResource({ resource: shownName(reminder.resource) }))
      return
    }
    const fields = new Map(fieldsOf(design.description).map((field) => [field.name, field]))
    const day = fields.get(reminder.day)
    if (!day || typeOf(day).moment !== 'day') complain(`${place}.day`, m.remind_noDay({ name: reminder.day }))
    if (!isPerson(fields.get(reminder.to))) complain(`${place}.to`, m.remind_noPerson({ name: reminder.to }))
    checkFilter(reminder.filter, readableIn(design), (text) => complain(`${place}.filter`, text))
  })
}

/** Whether a field points to one account of the back office. */
function isPerson(field: Field | undefined): boolean {
  const target = field && relationTarget(field)
  return target?.resource === ACCOUNTS.resource && !target.many
}
