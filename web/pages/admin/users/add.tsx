import { useIsMutating } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createInvitation } from '../../../../contract/endpoints/invitations.ts'
import { t } from '../../../../contract/translate.ts'
import { InvitationNotice } from '../../../features/change-notice/change-notice.tsx'
import { InviteForm } from '../../../features/users/invite-form.tsx'
import { useInvite } from '../../../features/users/use-invite.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddMemberForm, addMemberKey, type AddedUser } from './add-member.tsx'

interface AddUserDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onAdded: (user: AddedUser) => void
}

/**
 * Adds a member, who sets a password by a mailed link. An owner may also invite an administrator, who registers by an
 * invitation link.
 */
export function AddUserDialog({ open, onOpenChange, onAdded }: AddUserDialogProps) {
  const [tab, setTab] = useState('member')
  const invite = useInvite()
  const mayInvite = useMay()(createInvitation)
  const isAdding = useIsMutating({ mutationKey: addMemberKey }) > 0
  // The name for the toast. The toast waits until the dialog is gone, as it cannot be reached behind it.
  const addedName = useRef<string>(null)
  const add = (user: AddedUser) => {
    addedName.current = user.name
    onAdded(user)
    onOpenChange(false)
  }
  const settle = () => {
    invite.settle()
    if (addedName.current !== null)
      toast({ title: t('User Added'), description: t('{name} is added.', { name: addedName.current }) })
    addedName.current = null
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isAdding && onOpenChange(next)}
      onClosed={settle}
      title={t('Add User')}
    >
      <Tabs value={tab} onValueChange={setTab}>
        {mayInvite && (
          <TabList aria-label={t('Kind of user')}>
            <Tab value="member">{t('Member')}</Tab>
            <Tab value="admin">{t('Administrator')}</Tab>
          </TabList>
        )}
        {/* Both forms stay in the page, so that switching the tabs loses no text. */}
        <TabPanel value="member" forceMount className="data-[state=inactive]:hidden">
          <AddMemberForm onAdded={add} />
        </TabPanel>
        {mayInvite && (
          <TabPanel value="admin" forceMount className="data-[state=inactive]:hidden">
            <InviteForm invite={invite} notice={<InvitationNotice />} onDone={() => onOpenChange(false)} />
          </TabPanel>
        )}
      </Tabs>
    </Dialog>
  )
}
