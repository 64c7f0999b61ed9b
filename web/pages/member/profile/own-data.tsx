import { exportOwnData } from '../../../../contract/endpoints/exports.ts'
import { t } from '../../../../contract/translate.ts'
import { SaveFile } from '../../../features/activity/save-file.tsx'
import { download } from '../../../lib/api.ts'

/** The copy of everything that the platform keeps about the member. */
export function OwnDataSection() {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm text-ink-2">
        {t(
          'A file with everything that is kept about you: your details, requests, statement, notifications, chat, log-ins and addresses. It is in JSON, a form that other programs read. Keep it in a safe place.',
        )}
      </p>
      <SaveFile
        load={async (options) => download(exportOwnData, {}, options)}
        fallbackName="et-my-data.json"
        label={t('Download a copy of your data')}
        retryLabel={t('Try again')}
      />
    </div>
  )
}
