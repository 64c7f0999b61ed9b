import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { changeSettings, type AdminSettings } from '../../../../contract/admin-settings.ts'
import { call } from '../../../lib/api.ts'
import { queryClient, refetchTopics } from '../../../lib/query-client.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { changesOf, readSetting, toForm, type SettingName, type SettingsForm } from './settings-form.ts'
import { adminSettingsQuery } from '../../../features/settings-queries.ts'

export type Section = ReturnType<typeof useSection>

/** What is asked about before it is saved, and the settings that it was based on. */
interface Question {
  changes: ReturnType<typeof changesOf>
  revision: number
}

/**
 * A part of the settings with a form of its own. It is saved in two steps, as what it changes is shown once more before
 * it counts. What others change elsewhere in the settings does not stand in its way.
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
    // Somebody else has saved this section, and nothing was typed here that could get lost.
    if (isFollowing) begin(current)
  })

  const ask = (values: SettingsForm) => {
    const changes = changesOf(settings, values)
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
    // What was asked about is still so, whatever has changed in other sections since.
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
    /** What would be saved now. */
    changes: changesOf(settings, typed),
    isRestored: draft.isRestored,
    /** What others have saved since the form was begun, as it is by now. */
    changedMeanwhile: isFollowing ? [] : others.map((name) => ({ name, value: settings[name] ?? '' })),
    /** Goes on from there, with what was typed on top. */
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

/** The fields of a section, and what they were when the form was begun. */
function useSectionForm(current: SettingsForm, names: readonly SettingName[]) {
  const [base, setBase] = useState(current)
  const form = useForm<SettingsForm>({
    // The form keeps the texts as they are typed, which are read once, when it is saved.
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
    onSuccess: (saved) => {
      queryClient.setQueryData(adminSettingsQuery.queryKey, saved)
      onSaved(saved)
    },
    // Also after a refusal: the form then shows what the change collided with.
    onSettled: () => refetchTopics(['settings']),
  })
}
