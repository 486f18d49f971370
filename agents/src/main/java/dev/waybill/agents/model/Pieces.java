package dev.waybill.agents.model;

import java.util.ArrayList;
import java.util.List;

/// The pieces in which a text came, so many of them; further ones are joined to the last.
public final class Pieces {

    private final int most;
    private final List<String> pieces = new ArrayList<>();
    private final StringBuilder last = new StringBuilder();

    public Pieces(int most) {
        this.most = most;
    }

    public void add(String piece) {
        if (pieces.size() < most) {
            pieces.add(piece);
        } else {
            last.append(piece);
        }
    }

    public List<String> all() {
        List<String> all = new ArrayList<>(pieces);
        if (!last.isEmpty()) {
            all.add(last.toString());
        }
        return all;
    }
}
