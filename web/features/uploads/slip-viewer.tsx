import { emptyTexts, failureTitles } from '../../../contract/texts.ts'
import { FileViewer, type FileWords } from './file-viewer.tsx'

interface SlipViewerProps {
  userId: string
  /** Null when the request has no payment slip. */
  uploadId: string | null
}

/** The payment slip beside the request that it belongs to. */
export function SlipViewer(props: SlipViewerProps) {
  return <FileViewer {...props} words={slipWords} />
}

const slipWords: FileWords = {
  title: 'Payment slip',
  noun: 'slip',
  emptyText: emptyTexts.noSlip,
  failureTitle: failureTitles.slipDownload,
  defaultName: 'payment-slip',
}
