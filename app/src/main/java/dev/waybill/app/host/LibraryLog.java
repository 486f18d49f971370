package dev.waybill.app.host;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.LogLevel;
import dev.waybill.base.json.JsonObject;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What libraries say to the JDK's own logging, as lines of ours: a collector that reads JSON finds nothing else.
final class LibraryLog extends Handler {

    private final Complaints log;
    private final SimpleFormatter words = new SimpleFormatter();

    private LibraryLog(Complaints log) {
        this.log = log;
    }

    static void into(Complaints log) {
        LogManager.getLogManager().reset();
        Logger.getLogger("").addHandler(new LibraryLog(log));
    }

    @Override
    public void publish(LogRecord line) {
        LogLevel level = line.getLevel().intValue() >= Level.SEVERE.intValue()
                ? LogLevel.ERROR
                : line.getLevel().intValue() >= Level.WARNING.intValue() ? LogLevel.WARN : LogLevel.DEBUG;
        Throwable thrown = line.getThrown();
        log.line(
                level,
                words.formatMessage(line) + (thrown == null ? "" : ": " + thrown),
                JsonObject.EMPTY.withIfPresent("logger", line.getLoggerName()));
    }

    @Override
    public void flush() {
        // Every line is.
    }

    @Override
    public void close() {
        // The stream is the process's.
    }
}
