import type { DueRefund } from '@knowreel/shared/billing/billing-admin.calls.ts'
import { formatMoney } from '@knowreel/shared/billing/money.ts'
import { Menu } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { openDialog } from '../../ui/dialog/dialogs.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { formatAttemptTime } from '../../ui/time-format.ts'
import { DismissRefundDialog } from './dismiss-refund-dialog.tsx'
import * as texts from './texts.ts'
import styles from '../admin.module.css'

// Not a file of its own: only operators load this page.
const loadDismissDialog = () => Promise.resolve(DismissRefundDialog)

/** Payments that were made after billing was disabled; nothing if there are none. */
export function DueRefunds({ refunds }: { refunds: readonly DueRefund[] }) {
  if (refunds.length === 0) return null
  return (
    <section aria-label={texts.refundsDue}>
      <h2 className="kr-heading">{texts.refundsDue}</h2>
      <p className="kr-second kr-muted">{texts.refundsDueHelp}</p>
      <DataTable
        label={texts.refundsDue}
        rows={refunds}
        columns={columns}
        rowKey={({ transactionId }) => transactionId}
        menuLabel={({ transactionId }) => texts.actionsForItem(transactionId)}
        menu={(refund) => (
          <Menu.Item leftSection={<IconReceiptOff />} onClick={() => void openDialog(loadDismissDialog, { refund })}>
            {texts.dismissRefund}
          </Menu.Item>
        )}
      />
    </section>
  )
}

const columns: Column<DueRefund>[] = [
  {
    name: 'payment',
    title: texts.payment,
    cell: ({ transactionId, subscriptionId, invoiceNumber }) => (
      <span className={styles.twoLines}>
        <span className={styles.params}>{transactionId}</span>
        <span className={styles.params}>
          {[invoiceNumber, subscriptionId].filter((part) => part !== null).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    name: 'company',
    title: texts.company,
    cell: ({ company }) =>
      company === null ? <span className="kr-muted">{texts.removedCompany}</span> : <CompanyLink {...company} />,
  },
  {
    name: 'due',
    title: texts.refundDue,
    width: 110,
    align: 'right',
    cell: ({ due }) => <span className="kr-num">{formatMoney(due)}</span>,
  },
  {
    name: 'time',
    title: texts.paidAt,
    width: 160,
    hideBelow: 'phone',
    cell: ({ paidAt }) => <span className="kr-num">{formatAttemptTime(paidAt)}</span>,
  },
]

export const CompanyLink = ({ id, title }: NonNullable<DueRefund['company']>) => (
  <Link to="/admin/{-$page}/{-$id}" params={{ page: 'company', id }} search={{ section: 'billing' }}>
    {title}
  </Link>
)
