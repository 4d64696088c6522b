import { Download, Ellipsis, FolderPlus, Plus, RotateCcw, Trash, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu, MenuItem } from '#src/ui/menu.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { AddGroupDialog } from './add-group-dialog.tsx'
import { AddItemDialog } from './add-item-dialog.tsx'
import { type ConfigGroup, type ConfigScreen, configCalls } from './config.queries.ts'
import { ConfigImportDialog } from './config-import-dialog.tsx'
import { DeletedItems } from './deleted-items.tsx'

type ConfigToolsProps = {
  groups: readonly ConfigGroup[]
  resources: ConfigScreen['resources']
  active: ConfigGroup
  may: { edit: boolean; add: boolean; del: boolean }
  onChanged(): Promise<unknown>
  onGroup(name: string): void
}

type Open = 'item' | 'group' | 'deleted' | 'import'

/** What can be done with the configuration as a whole: own items and groups, export, import. */
export function ConfigTools({ groups, resources, active, may, onChanged, onGroup }: ConfigToolsProps): ReactNode {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const deleteGroup = async () => {
    try {
      toaster.success((await configCalls.delGroup({ name: active.name }, randomId())).msg)
      onGroup(groups[0]?.name ?? '')
      await onChanged()
    } catch (reason) {
      toaster.error(refusedText(reason))
    }
  }
  const exportFile = async () => {
    try {
      saveFile(JSON.stringify(await configCalls.exported({}), null, 2), 'configuration.json')
    } catch (reason) {
      toaster.error(refusedText(reason))
    }
  }
  return (
    <>
      {may.add && (
        <Button icon={<Plus aria-hidden size={15} />} onClick={() => setOpen('item')}>
          {m.config_addItem()}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={m.config_more()}>
            <Ellipsis aria-hidden size={16} />
          </IconButton>
        }
      >
        {may.add && (
          <MenuItem value="group" icon={<FolderPlus aria-hidden size={15} />} onSelect={() => setOpen('group')}>
            {m.config_addGroup()}
          </MenuItem>
        )}
        {may.del && active.own && active.items.length === 0 && (
          <MenuItem value="delGroup" icon={<Trash aria-hidden size={15} />} onSelect={() => void deleteGroup()}>
            {m.config_deleteGroup()}
          </MenuItem>
        )}
        <MenuItem value="deleted" icon={<RotateCcw aria-hidden size={15} />} onSelect={() => setOpen('deleted')}>
          {m.config_deletedTitle()}
        </MenuItem>
        <MenuItem value="export" icon={<Download aria-hidden size={15} />} onSelect={() => void exportFile()}>
          {m.config_export()}
        </MenuItem>
        {may.edit && (
          <MenuItem value="import" icon={<Upload aria-hidden size={15} />} onSelect={() => setOpen('import')}>
            {m.config_import()}
          </MenuItem>
        )}
      </Menu>
      {open === 'item' && (
        <AddItemDialog
          groups={groups}
          resources={resources}
          group={active.name}
          onClose={close}
          onAdded={onChanged}
          onGroup={onGroup}
        />
      )}
      {open === 'group' && <AddGroupDialog onClose={close} onAdded={onChanged} onGroup={onGroup} />}
      {open === 'deleted' && <DeletedItems mayRestore={may.edit} onClose={close} onChanged={onChanged} />}
      {open === 'import' && <ConfigImportDialog onClose={close} onChanged={onChanged} />}
    </>
  )
}

function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser may still be reading the URL, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
