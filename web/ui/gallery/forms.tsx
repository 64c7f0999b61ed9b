import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { AmountStepper } from '../amount-stepper.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Checkbox } from '../checkbox.tsx'
import { DoubtQuestion } from '../doubt-question.tsx'
import { Field } from '../field.tsx'
import { FileDrop } from '../file-drop.tsx'
import { PasswordInput } from '../password-input.tsx'
import { RadioCards } from '../radio-cards.tsx'
import { Select } from '../select.tsx'
import { Steps } from '../steps.tsx'
import { TextInput } from '../text-input.tsx'
import { Textarea } from '../textarea.tsx'

export function FormSection() {
  return (
    <Card title="Forms" className="grid gap-6">
      <Steps label="Progress" labels={['Amount', 'Send USDT', 'Slip']} current={1} />
      <div className="grid gap-5 md:grid-cols-2">
        <Fields />
      </div>
      <Doubt />
      <Packages />
      <Files />
    </Card>
  )
}

function Doubt() {
  const { control } = useForm({ defaultValues: { number: 'none' } })
  const questionOf = () => 'This number has no digits. Do you want to use it?'
  return <DoubtQuestion control={control} name="number" doubts={{ questionOf, accept: () => {} }} />
}

function Fields() {
  const [amount, setAmount] = useState('5000')
  return (
    <>
      <Field label="Full name" hint="Letters and spaces.">
        <TextInput autoComplete="name" placeholder="Amara Osei" />
      </Field>
      <Field label="Email" error="Please enter a valid email address.">
        <TextInput type="email" autoComplete="email" defaultValue="amara@" />
      </Field>
      <Field label="Referral ID" note="optional" confirmed="Kofi Mensah">
        <TextInput defaultValue="ET-004182" className="mono" />
      </Field>
      <Field
        label="Password"
        aside={
          <a className="link" href="#forgot">
            Forgot password?
          </a>
        }
      >
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Field label="Country">
        <Select defaultValue="gh">
          <option value="gh">Ghana</option>
          <option value="in">India</option>
        </Select>
      </Field>
      <Field label="State" hint="This country lists no states.">
        <Select disabled>
          <option>None</option>
        </Select>
      </Field>
      <Field label="Amount" hint="A multiple of 1,000.">
        <AmountStepper value={amount} onChange={setAmount} step={1000} min={1000} unit="ET" />
      </Field>
      <Field label="Limit" error="This field is required.">
        <TextInput trail="USD" inputMode="decimal" />
      </Field>
      <Field label="Notes">
        <Textarea placeholder="A word to the member" />
      </Field>
      <div className="grid content-start gap-3">
        <Checkbox defaultChecked>Remember this choice</Checkbox>
        <Checkbox>
          I have read the terms, which are long enough to wrap over more than a single line on a phone
        </Checkbox>
        <Checkbox disabled>Not available</Checkbox>
      </div>
    </>
  )
}

function Packages() {
  const [chosen, setChosen] = useState<string | null>('gold')
  const cards = ['Shield', 'Gold', 'Diamond', 'Platinum'].map((name) => ({
    value: name.toLowerCase(),
    label: name,
    detail: '10,000 ET for $100.00, bonus 5%',
    disabled: name === 'Platinum',
  }))
  return <RadioCards legend="Package" cards={cards} value={chosen} onChange={setChosen} className="lg:grid-cols-4" />
}

function Files() {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const rules = { accept: { 'image/png': ['.png'], 'application/pdf': ['.pdf'] }, maxBytes: 5 * 1024 * 1024 }
  const uploading = new File(['x'.repeat(1_250_000)], 'slip-0421.pdf', { type: 'application/pdf' })
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <FileDrop
        {...rules}
        file={file}
        onFile={(next) => {
          setFile(next)
          setError(undefined)
        }}
        onRefuse={(fault) => setError(`Refused: ${fault}`)}
        error={error}
        label="Choose, drop or paste the payment slip"
        hint="PNG or PDF, 5 MB at most"
      />
      <FileDrop
        {...rules}
        file={uploading}
        progress={72}
        onFile={() => {}}
        onRefuse={() => {}}
        onCancel={() => {}}
        label="Payment slip"
      />
      <div className="flex gap-3">
        <Button>Save</Button>
      </div>
    </div>
  )
}
