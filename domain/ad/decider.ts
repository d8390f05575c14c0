import { defineDecider } from '../kernel/decider.ts';
import { adCommands } from './commands.ts';
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
import { evolveAds, initialAds } from './state.ts';

/** The rules of ads. */
export const adDecider = defineDecider(adCommands, {
  initial: initialAds,
  evolve: evolveAds,
  decide: {
    StartCheckout: startCheckout,
    CancelCheckout: cancelCheckout,
    PauseAd: pauseAd,
    ResumeAd: resumeAd,
    StopAd: stopAd,
    RenameAd: renameAd,
    RecordCheckout: recordCheckout,
    ConfirmPayment: confirmPayment,
    RecordRefund: recordRefund,
    ChargeAd: chargeAd,
    EndAd: endAd,
    EndUnpaidAd: endUnpaidAd,
    EndAdOfPost: endAdOfPost,
    PauseAdOfSold: pauseAdOfSold,
    BeginRenewal: beginRenewal,
    RecordRenewal: recordRenewal,
    FailRenewal: failRenewal,
    ReviewAd: reviewAd,
    ApproveAd: approveAd,
    ScheduleAd: scheduleAd,
    RejectAd: rejectAd,
    StartScheduledAd: startScheduledAd,
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
