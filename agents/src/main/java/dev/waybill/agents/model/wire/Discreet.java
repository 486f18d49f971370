package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelListener;
import java.util.LinkedHashMap;
import java.util.Map;

/// Passes an answer on while it is made, without the secrets of its request: a key that a provider repeats may come in
/// two pieces, so that what may be the beginning of one waits for what follows.
final class Discreet implements ModelListener {

    private final ModelListener listener;
    private final Secrets secrets;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final Map<Integer, Call> calls = new LinkedHashMap<>();

    private record Call(String name, StringBuilder arguments) {}

    private Discreet(ModelListener listener, Secrets secrets) {
        this.listener = listener;
        this.secrets = secrets;
    }

    /// The listener itself where nothing has to be kept from it.
    static ModelListener of(ModelListener listener, Secrets secrets) {
        return secrets.isEmpty() || listener.equals(ModelListener.NONE) ? listener : new Discreet(listener, secrets);
    }

    /// The answer is over: what waited was no secret.
    static void flush(ModelListener listener) {
        if (listener instanceof Discreet discreet) {
            discreet.flush();
        }
    }

    @Override
    public void text(String delta) {
        String passed = passed(text, delta);
        if (!passed.isEmpty()) {
            listener.text(passed);
        }
    }

    @Override
    public void reasoning(String delta) {
        String passed = passed(reasoning, delta);
        if (!passed.isEmpty()) {
            listener.reasoning(passed);
        }
    }

    @Override
    public void toolCall(int index, String name, String arguments) {
        Call call = calls.compute(
                index, (_, known) -> new Call(name, known == null ? new StringBuilder() : known.arguments()));
        listener.toolCall(index, name, passed(call.arguments(), arguments));
    }

    private String passed(StringBuilder waiting, String delta) {
        String clean = secrets.hide(waiting.append(delta).toString());
        int end = clean.length() - secrets.begun(clean);
        waiting.setLength(0);
        waiting.append(clean, end, clean.length());
        return clean.substring(0, end);
    }

    private void flush() {
        if (!text.isEmpty()) {
            listener.text(text.toString());
        }
        if (!reasoning.isEmpty()) {
            listener.reasoning(reasoning.toString());
        }
        calls.forEach((index, call) -> {
            if (!call.arguments().isEmpty()) {
                listener.toolCall(index, call.name(), call.arguments().toString());
            }
        });
    }
}
