import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useDebounce } from 'use-debounce'
import {
  depositWarningFaults,
  settingFields,
  type AdminSettings,
  type DepositWarning,
} from '../../../../contract/admin-settings.ts'
import { fieldTexts, defaultDepositInstructions } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { SectionCard } from './section-card.tsx'
import { settingLabels, typingPauseMs } from './settings-form.ts'
import { depositCheckQuery } from './settings-queries.ts'
import { useSection, type Section } from './use-section.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { DepositPreview } from './deposit-preview.tsx'

const names = ['deposit_address', 'deposit_network', 'deposit_instructions'] as const

/** The deposit address, its network and the instructions for paying. */
export function DepositSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, names)
  const { typed } = section
  const check = useDepositCheck(typed.deposit_network ?? '', typed.deposit_address ?? '')
  return (
    <>
      <SectionCard
        id="deposits"
        section={{ ...section, submit: check.warnings.length === 0 ? section.submit : showFault }}
        title={t('Deposits')}
        lead={t(
          'Where members send USDT, and what they read beside it. They see a change at once, and whoever is about to pay is told of it. Money already on its way goes to the old address.',
        )}
        saveLabel={t('Save deposits')}
        aside={<DepositPreview settings={settings} typed={typed} />}
      >
        <SourceNotice settings={settings} />
        <DepositFields
          section={section}
          usual={defaultDepositInstructions(settings.deposit_network)}
          fault={faultOf(check)}
        />
        <DepositWarnings warnings={[]} isUnchecked={check.isUnchecked} />
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change where members send USDT?')}
        effect={t(
          'Members see it at once. Compare the address sign by sign: what is sent to a wrong one is lost. You are asked to confirm that it is you.',
        )}
      >
        <DepositWarnings warnings={[]} isUnchecked={check.isUnchecked} />
      </ChangeDialog>
    </>
  )
}

/** A bad address is not put to confirmation. Its field takes the focus, and says what is wrong. */
function showFault(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('[name=deposit_address]')?.focus()
}

function faultOf({ warnings: [warning] }: DepositCheck): string | undefined {
  return warning && fieldTexts[depositWarningFaults[warning]]
}

interface DepositFieldsProps {
  section: Section
  usual: readonly string[]
  /** The fault that the server found in the address, if it has checked it already. */
  fault: string | undefined
}

function DepositFields({ section: { form, save }, usual, fault }: DepositFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label={settingLabels.deposit_address}
        note={t('optional')}
        hint={t('Of the wallet that receives the payments. Leave it empty to remove it.')}
        error={errors.deposit_address?.message ?? fault}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          maxLength={128}
          className="mono"
          readOnly={save.isPending}
          {...form.register('deposit_address')}
        />
      </Field>
      <Field label={settingLabels.deposit_network} error={errors.deposit_network?.message}>
        <TextInput
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          readOnly={save.isPending}
          {...form.register('deposit_network')}
        />
      </Field>
      <Field
        label={settingLabels.deposit_instructions}
        note={t('optional')}
        hint={t('One step a line. Left empty, members read the usual ones.')}
        error={errors.deposit_instructions?.message}
      >
        <Textarea
          rows={5}
          maxLength={4000}
          placeholder={usual.join('\n')}
          readOnly={save.isPending}
          {...form.register('deposit_instructions')}
        />
      </Field>
    </>
  )
}

/** Says where the deposit address comes from while the settings have none. */
function SourceNotice({ settings: { deposit_in_force: inForce } }: { settings: AdminSettings }) {
  switch (inForce.source) {
    case 'settings':
      return null
    case 'configuration':
      return (
        <>
          <Notice>
            {richText(
              'No address is set here, so members see the one of the configuration (DEPOSIT_ADDRESS): {address}. An address that is saved here comes before it.',
              { address: <span className="mono wrap-anywhere">{inForce.address}</span> },
            )}
          </Notice>
          <DepositWarnings warnings={inForce.warnings} />
        </>
      )
    case 'placeholder':
      return <Notice tone="warn">{t('No address is set: members see a placeholder that nobody can pay to.')}</Notice>
    case 'none':
      return <Notice tone="warn">{t('No address is set: buying is closed until there is one.')}</Notice>
  }
}

interface DepositCheck {
  warnings: readonly DepositWarning[]
  /** True if the check failed, so that nothing is known about the address. */
  isUnchecked?: boolean | undefined
}

function DepositWarnings({ warnings, isUnchecked = false }: DepositCheck) {
  if (isUnchecked) {
    return (
      <Notice tone="warn" role="status">
        {t('The address could not be checked for typing errors. Compare it sign by sign.')}
      </Notice>
    )
  }
  if (warnings.length === 0) return null
  return (
    <Notice tone="bad" role="status">
      {warnings.map((warning) => fieldTexts[depositWarningFaults[warning]]).join(' ')}
    </Notice>
  )
}

function useDepositCheck(network: string, address: string): DepositCheck {
  const [settledNetwork] = useDebounce(network.trim(), typingPauseMs)
  const [settledAddress] = useDebounce(address.trim(), typingPauseMs)
  const isReadable =
    settledAddress !== '' &&
    // An address that is still being typed has not been checked, so it has no warnings.
    settledAddress === address.trim() &&
    settledNetwork === network.trim() &&
    settingFields.deposit_address.safeParse(settledAddress).success &&
    settingFields.deposit_network.safeParse(settledNetwork).success
  const check = useQuery({ ...depositCheckQuery(settledNetwork, settledAddress), enabled: isReadable })
  return isReadable ? { warnings: check.data?.warnings ?? [], isUnchecked: check.isError } : { warnings: [] }
}
