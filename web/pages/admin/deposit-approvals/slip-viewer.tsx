import { emptyTexts, failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { FileViewer, type FileViewerProps, type FileTexts } from '../../../features/uploads/file-viewer.tsx'

/** The payment slip beside its request. */
export function SlipViewer(props: Omit<FileViewerProps, 'texts'>) {
  return <FileViewer {...props} texts={slipTexts} />
}

const slipTexts: FileTexts = {
  title: t('Payment slip'),
  saveLabel: t('Download slip'),
  saveHint: t('Download the slip to look at it.'),
  pictureLabel: t('Picture of the slip'),
  pictureText: t('The slip of this request'),
  pagesLabel: t('Pages of the slip'),
  emptyText: emptyTexts.noSlip,
  failureTitle: failureTitles.slipDownload,
  defaultName: 'payment-slip',
}
