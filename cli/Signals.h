// Signals as a question: has somebody asked this process to stop?
#pragma once

namespace firn::cli {

/// A closed pipe and a file size limit become errors of the call that met them, instead of killing the process.
void ignoreWriteSignals();

/// SIGTERM, SIGHUP and Ctrl-C set a flag; a second Ctrl-C ends the process at once. Only for commands that ask
/// stopRequested(): the others have nothing to save and end at once.
void catchStopSignals();

bool stopRequested();

/// "SIGTERM", or an empty text when nobody asked.
const char* stopSignalName();

} // namespace firn::cli
