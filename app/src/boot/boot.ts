// The one script of a page that is only being read. React comes when the visitor shows intent.

import { startAppOnIntent } from "./app-start";
import { closeDialogsOnOutsideClick, followDialogCommands } from "./dialog-commands";
import { noticeFirstTouch } from "./first-touch";
import { holdSubmissions } from "./held-submission";
import { helpOnMissingPage } from "./missing-page";
import { recordCalls } from "./phone-calls";

recordCalls();
startAppOnIntent();
noticeFirstTouch();
holdSubmissions();
followDialogCommands();
closeDialogsOnOutsideClick();
helpOnMissingPage();
