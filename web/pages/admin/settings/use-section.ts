import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { changeSettings } from '../../../../contract/endpoints/admin-settings.ts'
import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { call } from '../../../lib/api.ts'
import { queryClient, refetchTopics } from '../../../lib/query-client.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { changedSettings, readSetting, toForm, type SettingName, type SettingsForm } from './settings-form.ts'
import { adminSettingsQuery } from '../../../features/admin-settings-query.ts'

export type Section = ReturnType<typeof useSection>

/** The changes to confirm, and the revision of the settings that they are based on. */
interface Question {
  changes: ReturnType<typeof changedSettings>
  revision: number
}

/**
 * The state of one section of the settings. Saving takes two steps: the dialog shows the changes, then the
 * administrator confirms. Changes that other administrators make in other sections do not prevent it.
 */
export function useSection(settings: AdminSettings, names: readonly SettingName[]) {
  const current = toForm(settings, names)
  const { form, base, begin, draft } = useSectionForm(current, names)
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setIsAsking] = useState(false)
  const save = useSave((saved) => {
    draft.drop()
    begin(toForm(saved, names))
    setIsAsking(false)
  })
  const typed = useWatch({ control: form.control })
  const own = names.filter((name) => (typed[name] ?? '') !== base[name])
  const others = save.isPending ? [] : names.filter((name) => base[name] !== current[name])
  const isFollowing = others.length > 0 && own.length === 0
  useEffect(() => {
    // Another administrator has saved this section, and the form has no changes that could get lost.
    if (isFollowing) begin(current)
  })

  const ask = (values: SettingsForm) => {
    const changes = changedSettings(settings, values)
    setQuestion({ changes, revision: settings.revision })
    setIsAsking(changes.length > 0)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending || others.length > 0) return
    readAutofill(form, event.currentTarget)
    save.reset()
    void form.handleSubmit(ask)()
  }
  const confirm = () => {
    if (!question) return
    // This section is unchanged since the question, so changes of other sections do not matter.
    const revision = others.length === 0 ? settings.revision : question.revision
    save.mutate({ ...question, revision }, { onError: (failure) => showServerErrors(form, failure) })
  }
  const startAnew = () => {
    begin(current)
    save.reset()
  }
  const takeOver = () => {
    begin(current)
    for (const name of own) form.setValue(name, typed[name] ?? '', { shouldDirty: true })
  }
  return {
    form,
    typed,
    /** The changes that would be saved now. */
    changes: changedSettings(settings, typed),
    isRestored: draft.isRestored,
    /** The present values of settings of this section that others have changed since the form was begun. */
    changedMeanwhile: isFollowing ? [] : others.map((name) => ({ name, value: settings[name] ?? '' })),
    /** Takes over these values, and keeps the changes that were typed. */
    takeOver,
    startAnew,
    submit,
    asked: question?.changes ?? [],
    isAsking,
    setIsAsking,
    confirm,
    save,
  }
}

/** The form of a section, and the values with which it was begun. */
function useSectionForm(current: SettingsForm, names: readonly SettingName[]) {
  const [base, setBase] = useState(current)
  const form = useForm<SettingsForm>({
    // The form keeps the typed texts, which are read once, when the form is saved.
    resolver: zodResolver(formOf(names), undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: current,
  })
  const draft = useDraft(`settings-${names[0]}`, form)
  const begin = (from: SettingsForm) => {
    setBase(from)
    form.reset(from)
  }
  return { form, base, begin, draft }
}

function formOf(names: readonly SettingName[]): z.ZodMiniType<SettingsForm, SettingsForm> {
  return z.object(Object.fromEntries(names.map((name) => [name, fieldOf(name)])))
}

function fieldOf(name: SettingName) {
  return z.optional(z.string()).check(
    z.check(({ value, issues }) => {
      const { fault } = readSetting(name, value)
      if (fault !== undefined) issues.push({ code: 'custom', message: fault, input: value })
    }),
  )
}

function useSave(onSaved: (settings: AdminSettings) => void) {
  return useMutation({
    mutationFn: ({ changes, revision }: Question) => {
      const body = Object.fromEntries(changes.map(({ name, after }) => [name, after]))
      return call(changeSettings, { body: { revision, ...body } })
    },
    onSuccess: ({ is_proposed: _, ...saved }) => {
      queryClient.setQueryData(adminSettingsQuery.queryKey, saved)
      onSaved(saved)
    },
    // A refusal refreshes the settings, too. The form then shows the change that this one collided with.
    onSettled: () => refetchTopics(['settings']),
  })
}
