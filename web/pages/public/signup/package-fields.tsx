import { useQuery } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { packageDisplay } from '../../../features/packages/package-display.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { percentText } from '../../../lib/percent-text.ts'
import { packagesQuery } from '../../../features/packages/packages-query.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { SignupGroup } from './group.tsx'
import { signupLabels, type SignupForm } from './schema.ts'

export function PackageFields({ form }: { form: UseFormReturn<SignupForm> }) {
  const { register, formState } = form
  return (
    <SignupGroup step={3} title={t('Your package')}>
      <div className="sm:col-span-2">
        <PackagePicker form={form} />
      </div>
      <Field
        label={signupLabels.referredById}
        note={t('optional')}
        hint={t('The referral code or member ID of whoever invited you.')}
        error={formState.errors.referredById?.message}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="off" autoCapitalize="characters" spellCheck={false} {...register('referredById')} />
      </Field>
    </SignupGroup>
  )
}

function PackagePicker({ form }: { form: UseFormReturn<SignupForm> }) {
  const packageId = useWatch({ control: form.control, name: 'packageId' })
  const { data, error, isPending, refetch } = useQuery(packagesQuery)
  if (isPending) return <Skeleton className="h-72 rounded-3" />
  if (!data) {
    return (
      <Notice tone="bad" role="alert" action={<RetryButton onClick={() => void refetch()} />}>
        {messageOf(error)}
      </Notice>
    )
  }
  if (data.items.length === 0) {
    return (
      <EmptyState title={t('No packages are on offer at the moment.')}>
        {t('An account needs a package. Please come back later.')}
      </EmptyState>
    )
  }
  const choose = (id: string) => {
    form.setValue('packageId', id, { shouldValidate: true, shouldTouch: true })
    chosenPackage.write(id)
  }
  return (
    <RadioCards
      legend={t('Membership package')}
      legendHidden
      name="packageId"
      className="sm:grid-cols-2 lg:grid-cols-1"
      cards={data.items.map((item) => ({
        value: item.id,
        label: <PackageLabel package={item} />,
        detail: <PackageDetail package={item} isSelected={item.id === packageId} />,
      }))}
      value={packageId}
      onChange={choose}
      error={form.formState.errors.packageId?.message}
    />
  )
}

function PackageLabel({ package: { package_name: name, total_price: price, icon } }: { package: MembershipPackage }) {
  const Icon = packageDisplay[icon].icon
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Icon aria-hidden="true" size={18} className="text-brass-ink" />
      {name}
      <span className="ms-auto">{formatUsd(price)}</span>
    </span>
  )
}

function PackageDetail({ package: item, isSelected }: { package: MembershipPackage; isSelected: boolean }) {
  const coins = <Amount value={formatCoins(item.total_coins)} unit="ET" />
  return (
    <>
      {isSelected && <Badge className="float-end">{t('Selected')}</Badge>}
      {item.bonus_coins === '0'
        ? coins
        : richText('{coins} with {percentage} bonus', { coins, percentage: percentText(item.bonus_percentage) })}
      {item.withdrawal_time && <> · {t('withdrawals in {time}', { time: item.withdrawal_time })}</>}
    </>
  )
}

function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick}>
      {t('Try again')}
    </Button>
  )
}
