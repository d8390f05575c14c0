import { type Decision, defineDecider } from '../kernel/decider.ts';
import { adCommands } from './commands.ts';
import type { AdEvent } from './events.ts';
import {
  chargeAd,
  confirmPayment,
  endAd,
  endAdOfPost,
  endUnpaidAd,
  pauseAdOfSold,
  recordCheckout,
  recordRefund,
} from './houseDecisions.ts';
import { approveAd, rejectAd, reviewAd, scheduleAd, startScheduledAd } from './moderationDecisions.ts';
import { cancelCheckout, pauseAd, renameAd, resumeAd, startCheckout, stopAd } from './ownerDecisions.ts';
import { beginRenewal, failRenewal, recordRenewal } from './renewalDecisions.ts';
import { laterOf } from './spending.ts';
import { type AdsState, evolveAds, initialAds } from './state.ts';

/**
 * Decides as of the latest event where the clock was put back meanwhile: the time that an ad has run is spent, and what it has
 * left does not grow.
 */
function inTime<Command, Context extends { readonly now: string }>(
  decide: (state: AdsState, command: Command, context: Context) => Decision<AdEvent>,
) {
  return (state: AdsState, command: Command, context: Context): Decision<AdEvent> =>
    decide(state, command, { ...context, now: laterOf(state.latest ?? context.now, context.now) });
}

/** The rules of ads. */
export const adDecider = defineDecider(adCommands, {
  initial: initialAds,
  evolve: evolveAds,
  decide: {
    StartCheckout: inTime(startCheckout),
    CancelCheckout: inTime(cancelCheckout),
    PauseAd: inTime(pauseAd),
    ResumeAd: inTime(resumeAd),
    StopAd: inTime(stopAd),
    RenameAd: inTime(renameAd),
    RecordCheckout: inTime(recordCheckout),
    ConfirmPayment: inTime(confirmPayment),
    RecordRefund: inTime(recordRefund),
    ChargeAd: inTime(chargeAd),
    EndAd: inTime(endAd),
    EndUnpaidAd: inTime(endUnpaidAd),
    EndAdOfPost: inTime(endAdOfPost),
    PauseAdOfSold: inTime(pauseAdOfSold),
    BeginRenewal: inTime(beginRenewal),
    RecordRenewal: inTime(recordRenewal),
    FailRenewal: inTime(failRenewal),
    ReviewAd: inTime(reviewAd),
    ApproveAd: inTime(approveAd),
    ScheduleAd: inTime(scheduleAd),
    RejectAd: inTime(rejectAd),
    StartScheduledAd: inTime(startScheduledAd),
  },
  closing: [
    'CancelCheckout',
    'StopAd',
    'ConfirmPayment',
    'RecordRefund',
    'EndAd',
    'EndUnpaidAd',
    'EndAdOfPost',
    'PauseAdOfSold',
    'RecordRenewal',
    'FailRenewal',
    'ReviewAd',
    'RejectAd',
  ],
});
