import { Check, Send, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../alert-dialog.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { ShortcutsDialog } from '../shortcuts-dialog.tsx'
import { Popover } from '../popover.tsx'
import { Sheet } from '../sheet.tsx'
import { Textarea } from '../textarea.tsx'
import { toast } from '../toast.ts'
import { Tooltip } from '../tooltip.tsx'

export function ActionSection() {
  return (
    <Card title="Buttons and layers" className="grid gap-5">
      <Buttons />
      <Layers />
      <Toasts />
    </Card>
  )
}

function Buttons() {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button id="busy" busy={isBusy} onClick={() => setIsBusy(true)}>
        Submit request
      </Button>
      <Button busy>
        <Check aria-hidden="true" />
        Approve
      </Button>
      <Button>
        <Check aria-hidden="true" />
        Approve
      </Button>
      <Button variant="bad">
        <X aria-hidden="true" />
        Reject
      </Button>
      <Button variant="bad" busy>
        Reject
      </Button>
      <Button variant="bad-solid">
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <Button variant="ghost">Transfer</Button>
      <Button variant="quiet">Refer a friend</Button>
      <Button variant="ghost" size="sm">
        View request
      </Button>
      <Button size="lg" asChild>
        <a href="#link">Link as a button</a>
      </Button>
      <Button disabled>Disabled</Button>
      <IconButton label="Send" variant="ghost">
        <Send aria-hidden="true" />
      </IconButton>
      <CopyButton text="TQn9Y2khEsLJW1ChVWFMSMeRDow5Kc8yf7" label="Copy address" />
      <CopyButton text="50.0000" label="Copy amount">
        Copy
      </CopyButton>
      <a href="#somewhere" className="link text-sm font-semibold">
        View all
      </a>
      <div className="flex flex-wrap gap-3 rounded-3 bg-petrol p-4 text-on-petrol">
        <Button variant="brass" size="lg">
          Get Started
        </Button>
        <Button variant="on-petrol" size="lg">
          Refer &amp; Earn 20%
        </Button>
      </div>
    </div>
  )
}

function Layers() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="ghost" onClick={() => setOpen('dialog')}>
        Open dialog
      </Button>
      <Button variant="ghost" onClick={() => setOpen('alert')}>
        Open alert dialog
      </Button>
      <Button variant="ghost" onClick={() => setOpen('sheet')}>
        Open sheet
      </Button>
      <KeyList />
      <Popover label="About the rate" trigger={<Button variant="quiet">Open popover</Button>}>
        The rate was read at 14:02.
      </Popover>
      <Tooltip text="Simulated movement; orders use the platform rate.">
        <Button variant="quiet">Hover me</Button>
      </Tooltip>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Confirm Action"
        description="Approve the purchase of 5,000 ET by Amara Osei?"
        footer={
          <>
            <Button onClick={close}>Confirm Approval</Button>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
          </>
        }
      >
        <Field label="Notes" note="optional">
          <Textarea />
        </Field>
      </Dialog>
      <AlertDialog
        open={open === 'alert'}
        onOpenChange={close}
        title="Delete this package?"
        description="3 members hold it. It leaves every list for good."
        safeLabel="Keep it"
        action={
          <Button variant="bad-solid" onClick={close}>
            Delete package
          </Button>
        }
      />
      <Sheet open={open === 'sheet'} onOpenChange={close} title="Support chat">
        <p className="p-5">A panel from the end of the line.</p>
      </Sheet>
    </div>
  )
}

function KeyList() {
  const [open, setOpen] = useState(false)
  const [hasLetters, setHasLetters] = useState(true)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Open list of keys
      </Button>
      <ShortcutsDialog
        open={open}
        onOpenChange={setOpen}
        description="They work while the focus is in the list."
        keys={[
          [['J', '↓'], 'next'],
          [['?'], 'this list'],
        ]}
        hasLetters={hasLetters}
        onLetters={setHasLetters}
      />
    </>
  )
}

function Toasts() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="ghost"
        onClick={() => toast({ title: 'Request Submitted', description: 'Your request has been sent for approval.' })}
      >
        Show toast
      </Button>
      <Button
        variant="ghost"
        onClick={() => toast({ variant: 'destructive', title: 'Login Failed', description: 'Failed to sign in.' })}
      >
        Show destructive toast
      </Button>
      <Button
        variant="ghost"
        onClick={() => toast({ title: 'Purchase Approved', action: { label: 'View', onClick: () => {} } })}
      >
        Show toast with action
      </Button>
    </div>
  )
}
