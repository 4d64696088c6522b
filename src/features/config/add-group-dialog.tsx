import { RecordForm } from '#src/crud/form/record-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'
import { configCalls } from './config.queries.ts'

type GroupForm = { name: string; title: string; titleEn: string }

const description = {
  key: 'configGroup',
  fields: [
    { name: 'name', label: m.config_ownName, help: m.config_ownNameTip, type: 'text', max: 30, required: true },
    { name: 'title', label: m.config_ownTitle, type: 'text', max: 60, required: true },
    { name: 'titleEn', label: m.config_ownTitleEn, type: 'text', max: 60 },
  ],
} as const

type AddGroupDialogProps = { onClose(): void; onAdded(): Promise<unknown>; onGroup(name: string): void }

/** Adds a group of own items. */
export function AddGroupDialog({ onClose, onAdded, onGroup }: AddGroupDialogProps) {
  return (
    <Dialog open onRequestClose={onClose} title={m.config_addGroup()}>
      <RecordForm<GroupForm>
        bare
        description={description}
        onCancel={onClose}
        onSubmit={async ({ name, title, titleEn }, { key }) => {
          const { msg } = await configCalls.addGroup({ name, title, titleEn }, key)
          await onAdded()
          onGroup(name)
          onClose()
          return { msg }
        }}
      />
    </Dialog>
  )
}
